import type { Reply, Said, Wire } from '../model-provider/replies.ts';
import { whole } from '../model-provider/replies.ts';
import { turnOf } from '../model-provider/scripts.ts';
import { openai } from '../model-provider/openai.ts';
import { type Asked, type FakeProvider, type Script, startFakeProvider } from '../model-provider/server.ts';
import { atEnd } from './at-end.ts';

/** A scripted model's turn: its reply, or a function that chooses the reply or the connection fault for a request. */
export type Turn = Said | ((asked: Asked) => Said | Reply | Promise<Said | Reply>);

/** A provider whose model plays many conversations at once, distinguished by `[name]` in the user's message. */
export interface ScriptedModel {
  readonly provider: FakeProvider;
  /** Sets the turns of the conversation with this name. */
  readonly play: (name: string, turns: readonly Turn[]) => void;
  /** Returns one conversation's requests, in order. */
  readonly askedOf: (name: string) => readonly Asked[];
}

const isReply = (value: Said | Reply): value is Reply => 'actions' in value;

/** @param otherwise answers requests of conversations without a name */
export const startScriptedModel = async (wire: Wire = openai, otherwise?: Script): Promise<ScriptedModel> => {
  const plays = new Map<string, readonly Turn[]>();
  const asked = new Map<string, Asked[]>();
  const provider = await startFakeProvider(wire, async (question) => {
    const [, name = ''] = /\[([\w-]+)\]/.exec(userText(question)) ?? [];
    asked.set(name, [...(asked.get(name) ?? []), question]);
    const turn = plays.get(name)?.[turnOf(question) - 1];
    if (turn === undefined) return otherwise?.(question);
    const said = typeof turn === 'function' ? await turn(question) : turn;
    return isReply(said) ? said : whole(wire, said);
  });
  return {
    provider,
    play: (name, turns) => plays.set(name, turns),
    askedOf: (name) => asked.get(name) ?? [],
  };
};

/** Starts a scripted model for the tests of a file and closes it after them. */
export const useScriptedModel = async (wire?: Wire, otherwise?: Script): Promise<ScriptedModel> => {
  const model = await startScriptedModel(wire, otherwise);
  atEnd(model.provider.close);
  return model;
};

const userText = ({ body }: Asked): string =>
  JSON.stringify(body.messages.find(({ role }) => role === 'user')?.content ?? '');

/** Returns a turn that runs code. */
export const python = (code: string): Said => ({ calls: [{ tool: 'run_python', arguments: { code } }] });

/** Returns the result of the model's last call, as the model received it. */
export const lastResult = ({ body }: Asked): string => {
  const message = body.messages.findLast(({ role }) => role === 'tool');
  return typeof message?.content === 'string' ? message.content : JSON.stringify(message?.content ?? '');
};

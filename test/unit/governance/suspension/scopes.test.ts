import { describe, expect, it } from 'vitest';
import { switchScope } from '../../../../src/contract/switch.ts';
import { liveAgentName } from '../../../../src/governance/live/agent-name.ts';
import { systemsOf } from '../../../../src/governance/suspension/inventory.ts';
import {
  isKnownScope,
  scopesOf,
  scopesOfAgent,
  scopesOfPython,
  scopesOfTool,
} from '../../../../src/governance/suspension/scopes.ts';

describe('Scopes of a suspension', () => {
  it('a live run’s turns and calls are covered by its vertical and the model, and a call by its tool', () => {
    const agent = liveAgentName('kyc');
    expect(scopesOfAgent(agent)).toEqual(scopesOf.liveRun('kyc'));
    expect(scopesOfTool(agent, 'write_record')).toEqual(['vertical:kyc', 'model', 'tool:write_record']);
  });

  it('a task is covered by the model, an operator by both, and code that a model runs by each part of it', () => {
    expect(scopesOfAgent('agent-task')).toEqual(['model']);
    expect(scopesOfAgent('operator')).toEqual(['operators', 'model']);
    expect(scopesOfPython()).toEqual(['code', 'model', 'tool:run_python']);
    expect(scopesOfPython('it')).toContain('vertical:it');
  });

  it('every scope of work and every system but a model and a prompt is a scope that a switch accepts', () => {
    const scopes = [
      ...scopesOfTool('operator', 'computer'),
      ...scopesOfPython('voice'),
      ...systemsOf([], []).map(({ id }) => id),
    ];
    for (const scope of scopes) {
      expect(switchScope.safeParse(scope).success, scope).toBe(true);
      expect(isKnownScope(scope), scope).toBe(true);
    }
  });

  it('a tool that does not exist is not a known scope', () => {
    expect(isKnownScope('tool:run_pythn')).toBe(false);
  });
});

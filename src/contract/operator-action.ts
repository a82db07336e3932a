import { z } from 'zod';

/** Size of every desktop's screen in pixels. The models of both providers accept this size without scaling it down. */
export const SCREEN = { width: 1280, height: 800 } as const;

export const MAX_TYPED = 20_000;

const point = z
  .tuple([z.int(), z.int()])
  .meta({ description: '[x, y] in pixels from the top left corner, x from 0 to 1279 and y from 0 to 799' });
const modifiers = z
  .array(z.enum(['ctrl', 'shift', 'alt', 'super']))
  .max(4)
  .optional()
  .meta({ description: 'Keys to hold during the action' });
const button = z.enum(['left', 'middle', 'right']);
const notches = z.int().min(-100).max(100);
const keys = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ['Return', 'ctrl+s', 'alt+F4'] });

const file = z
  .string()
  .min(1)
  .max(1_024)
  .meta({ description: 'Name of a file in the folder Documents or Downloads', examples: ['claims.xlsx'] });

const members = {
  screenshot: z.strictObject({ action: z.literal('screenshot') }),
  zoom: z.strictObject({
    action: z.literal('zoom'),
    region: z.tuple([z.int(), z.int(), z.int(), z.int()]).meta({ description: '[x0, y0, x1, y1]' }),
  }),
  click: z.strictObject({
    action: z.literal('click'),
    at: point,
    button: button.optional(),
    count: z.int().min(1).max(3).optional(),
    modifiers,
  }),
  drag: z.strictObject({ action: z.literal('drag'), path: z.array(point).min(2).max(50), modifiers }),
  move: z.strictObject({ action: z.literal('move'), at: point }),
  down: z.strictObject({ action: z.literal('down'), button: button.optional() }),
  up: z.strictObject({ action: z.literal('up'), button: button.optional() }),
  scroll: z.strictObject({
    action: z.literal('scroll'),
    at: point,
    dx: notches.optional().meta({ description: 'Wheel notches to the right' }),
    dy: notches.optional().meta({ description: 'Wheel notches downwards; one notch is about 120 pixels' }),
    modifiers,
  }),
  type: z.strictObject({ action: z.literal('type'), text: z.string().min(1).max(MAX_TYPED) }),
  fill: z.strictObject({
    action: z.literal('fill'),
    at: point,
    ref: z.string().min(1).max(20).meta({ description: "The field's ref in the list of elements" }),
    text: z.string().min(1).max(MAX_TYPED),
  }),
  key: z.strictObject({ action: z.literal('key'), keys, repeat: z.int().min(1).max(100).optional() }),
  hold: z.strictObject({ action: z.literal('hold'), keys, ms: z.int().min(1).max(10_000) }),
  wait: z.strictObject({ action: z.literal('wait'), ms: z.int().min(1).max(30_000) }),
  cursor: z.strictObject({ action: z.literal('cursor') }),
  open_app: z.strictObject({
    action: z.literal('open_app'),
    app: z.enum(['browser', 'writer', 'calc']),
    url: z.string().max(2_000).optional().meta({ description: 'Page to open in the browser' }),
    file: file.optional(),
  }),
  upload: z.strictObject({ action: z.literal('upload'), at: point, file }),
  type_secret: z.strictObject({
    action: z.literal('type_secret'),
    name: z.string().min(1).max(100).meta({ description: 'Name of a credential' }),
    field: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'Which of its fields; `totp` for a one-time code' }),
  }),
  ask_person: z.strictObject({
    action: z.literal('ask_person'),
    question: z.string().trim().min(1).max(1_000),
    wants: z.enum(['text', 'choice', 'take_over']).meta({
      description: 'What the person gives: a text, one of the options, or their hands at the desktop',
    }),
    options: z.array(z.string().trim().min(1).max(100)).min(2).max(10).optional(),
  }),
  finish: z.strictObject({
    action: z.literal('finish'),
    success: z.boolean(),
    result: z
      .string()
      .max(4_000)
      .meta({ description: 'What was done, or why it could not be done, in plain words' }),
    output: z.unknown().optional().meta({ description: 'The output that the task asks for, as JSON' }),
  }),
} as const;

/** An operator's actions, under our own names; each model has its own names for them. */
export const operatorActions = members;
export type ActionName = keyof typeof members;
export type OperatorAction = { [K in ActionName]: z.output<(typeof members)[K]> }[ActionName];

import { z } from 'zod';
import type { ToolDefinition } from '../../model/agents.ts';

const ref = z
  .string()
  .min(1)
  .max(20)
  .meta({ description: 'The ref from the list of elements, for example e3' });

const file = z.string().min(1).max(1_024).meta({ description: 'Name of a file in Documents or Downloads' });

/**
 * Tools for a model without vision, with one function per action. Small models choose a function with two parameters more
 * reliably than one with twenty.
 */
export const elementTools: readonly ToolDefinition[] = [
  {
    name: 'click_element',
    description: 'Clicks the element with this ref.',
    input: z.strictObject({ ref }),
  },
  {
    name: 'type_text',
    description:
      'Types text into the field with this ref and replaces its content. Write a date as DD/MM/YYYY and a time as HH:MM.',
    input: z.strictObject({ ref, text: z.string().min(1).max(20_000) }),
  },
  {
    name: 'choose_option',
    description: 'Chooses an option in the list with this ref.',
    input: z.strictObject({ ref, option: z.string().min(1).max(300) }),
  },
  {
    name: 'press_key',
    description: 'Presses a key, for example Return, Tab or ctrl+s.',
    input: z.strictObject({ keys: z.string().min(1).max(100) }),
  },
  {
    name: 'scroll_page',
    description: 'Scrolls the page.',
    input: z.strictObject({ direction: z.enum(['up', 'down']) }),
  },
  { name: 'look_again', description: 'Describes what the page shows now.', input: z.strictObject({}) },
  {
    name: 'open_app',
    description: 'Opens a program, also with a file, or the browser at an address.',
    input: z.strictObject({
      app: z.enum(['browser', 'writer', 'calc']),
      url: z.string().max(2_000).optional(),
      file: file.optional(),
    }),
  },
  {
    name: 'upload_file',
    description: 'Chooses a file in the field or button with this ref that asks for one.',
    input: z.strictObject({ ref, file }),
  },
  {
    name: 'type_secret',
    description: 'Types a credential’s field, such as its password, into the field with this ref.',
    input: z.strictObject({
      ref,
      name: z.string().min(1).max(100),
      field: z.string().min(1).max(100),
    }),
  },
  {
    name: 'ask_person',
    description:
      'Asks a person and waits for the answer: a text, a choice of the options, or take_over, so that the person does something at the desktop, such as a captcha.',
    input: z.strictObject({
      question: z.string().min(1).max(1_000),
      wants: z.enum(['text', 'choice', 'take_over']),
      options: z.array(z.string().min(1).max(100)).min(2).max(10).optional(),
    }),
  },
  {
    name: 'finish_task',
    description: 'Ends the run when the task is done, or cannot be done.',
    input: z.strictObject({
      success: z.boolean(),
      result: z.string().max(4_000).meta({ description: 'What was done, in plain words' }),
      output: z.unknown().optional().meta({ description: 'The output that the task asks for, as JSON' }),
    }),
  },
];

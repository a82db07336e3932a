import type { TargetedSubmitEvent } from 'preact';

/** Returns a handler that reads a form instead of leaving the page. */
export const onSubmit =
  (take: (form: FormData, element: HTMLFormElement) => void) =>
  (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    take(new FormData(event.currentTarget), event.currentTarget);
  };

/** Returns what was typed in a field; null if nothing was. */
export const textIn = (form: FormData, name: string): string | null => {
  const text = form.get(name);
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
};

/** Returns the values of the checked boxes of a name. */
export const checkedIn = (form: FormData, name: string): readonly string[] => form.getAll(name).map(String);

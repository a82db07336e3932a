/** What tells apart the people who use a tab, taken from what the API says about the one who is signed in. */
interface Person {
  readonly actor: { readonly id: string };
  readonly team: { readonly id: string };
}

/**
 * Returns a function that says whether a person may go on with what the tab holds: drafts, and what was read for somebody. It is
 * the first person's until the page is loaded again, also while nobody is signed in.
 */
export const createHolder = (): ((person: Person) => boolean) => {
  let holder: string | undefined;
  return ({ actor, team }) => {
    const person = JSON.stringify([team.id, actor.id]);
    holder ??= person;
    return holder === person;
  };
};

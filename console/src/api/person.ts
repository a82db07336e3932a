/**
 * The facts that distinguish the people who use a tab, taken from what the API says about the signed-in
 * person.
 */
interface Person {
  readonly actor: { readonly id: string };
  readonly team: { readonly id: string };
}

/**
 * Returns a function that tells whether a person may continue with the contents of the tab: drafts, and what
 * was read for somebody. The tab belongs to the first person until the page is loaded again, even while
 * nobody is signed in.
 */
export const createHolder = (): ((person: Person) => boolean) => {
  let holder: string | undefined;
  return ({ actor, team }) => {
    const person = JSON.stringify([team.id, actor.id]);
    holder ??= person;
    return holder === person;
  };
};

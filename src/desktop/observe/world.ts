/** Name of the script world in which pages are read and secrets are covered. A page cannot reach it. */
export const WORLD = 'observe';

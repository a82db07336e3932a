const ID = /file_[0-9a-f]{32}/g;

/** Returns the ids of files in a text, each once, however they are separated. */
export const fileIdsIn = (text: string): readonly string[] => [...new Set(text.match(ID))];

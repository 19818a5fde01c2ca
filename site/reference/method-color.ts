/** Names of the colors of Starlight's badges, by method. */
const COLORS: Readonly<Record<string, string>> = {
  GET: 'note',
  HEAD: 'note',
  POST: 'success',
  PUT: 'caution',
  PATCH: 'caution',
  DELETE: 'danger',
};

/** Returns the name of the color of a method, in the menu and in pages. */
export const methodColor = (method: string): string => COLORS[method] ?? 'default';

/** A text with which a server could set the title of a terminal, clear it, change its colors, and reverse text. */
export const HOSTILE = '\u001b]0;title\u0007\u001b[2J\u009b31m\u202edesrever\r\nforged line\u2028';

/** Matches every character that a terminal would interpret, except the line end. */
export const CONTROL = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

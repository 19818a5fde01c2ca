import { durationText } from '../output/progress-line.js';
import { visibleText } from '../visible-text.js';
import type { GrantedToken, Stated } from './granted-token.js';

/** Returns the lines with the scopes and the expiry of a token. */
export const statusLines = ({ scopes, expiresAt }: GrantedToken, now: number): string[] => [
  ...expiryLines(expiresAt, now),
  ...scopeLines(scopes),
];

function expiryLines(expiresAt: GrantedToken['expiresAt'], now: number): string[] {
  if (expiresAt === undefined) return ['expires  not stated by the token endpoint'];
  const seconds = (expiresAt.value - now) / 1000;
  const left = seconds > 0 ? `${durationText(seconds)} left` : 'expired';
  return [`expires  ${timeText(expiresAt.value)} (${left}, ${sourceText(expiresAt)})`];
}

function scopeLines(scopes: GrantedToken['scopes']): string[] {
  if (scopes === undefined) return ['scopes   not stated by the token endpoint'];
  return [
    `scopes   ${scopes.value.length} (${sourceText(scopes)})`,
    ...scopes.value.map((scope) => `  ${visibleText(scope)}`),
  ];
}

const sourceText = ({ from }: Stated<unknown>): string =>
  from === 'token response' ? 'from the token response' : 'from the claims of the access token';

/** Returns a time in the format of ISO 8601, in whole seconds, such as `2026-01-31T08:00:00Z`. */
export const timeText = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

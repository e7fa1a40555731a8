/**
 * The rules of a new password that can be judged while typing; the text is `password_rules.<key>`.
 * The server judges more (common words, the own name) and says so at the field.
 */
export const passwordRules = [
  { key: 'length', holds: (password: string) => password.length >= 10 },
  { key: 'letter', holds: (password: string) => /\p{L}/u.test(password) },
  { key: 'digit', holds: (password: string) => /\d/.test(password) },
] as const;

/** Whether a password keeps every rule. */
export const isStrongPassword = (password: string) =>
  passwordRules.every(({ holds }) => holds(password));

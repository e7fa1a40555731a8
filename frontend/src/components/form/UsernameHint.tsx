/** Tells password managers the account of the form. */
export const UsernameHint = ({ username }: { username: string }) => (
  <input type="text" hidden name="username" autoComplete="username" value={username} readOnly />
);

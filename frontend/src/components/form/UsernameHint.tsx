/** For password managers: whose password the form is about. */
export const UsernameHint = ({ username }: { username: string }) => (
  <input type="text" hidden name="username" autoComplete="username" value={username} readOnly />
);

import Button, { type ButtonProps } from '@mui/material/Button';
import Link, { type LinkProps } from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';

/** A button that links to another page of the app. */
export function LinkButton({
  to,
  ...props
}: Omit<ButtonProps<typeof RouterLink>, 'component'> & { to: string }) {
  return <Button component={RouterLink} to={to} {...props} />;
}

/** A text link to another page of the app. */
export function TextLink({
  to,
  ...props
}: Omit<LinkProps<typeof RouterLink>, 'component'> & { to: string }) {
  return <Link component={RouterLink} to={to} {...props} />;
}

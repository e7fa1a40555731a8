import Link, { type LinkProps } from '@mui/material/Link';
import { TextLink } from './RouterLinks';

/** A link that a user entered, to a page of the app or to another site. */
export function AnyLink({ to, ...props }: Omit<LinkProps, 'href' | 'component'> & { to: string }) {
  return to.startsWith('/') ? (
    <TextLink to={to} {...props} />
  ) : (
    <Link href={to} rel="noopener noreferrer" {...props} />
  );
}

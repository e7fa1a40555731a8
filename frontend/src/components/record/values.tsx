import Link from '@mui/material/Link';

/** A number, code or name that is read from left to right; a dash when there is none. */
export const Code = ({ text }: { text: string | null | undefined }) => (
  <bdi dir="ltr">{text || '–'}</bdi>
);

export const EmailLink = ({ email }: { email: string }) => (
  <Link href={`mailto:${email}`} dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
    {email}
  </Link>
);

export const PhoneLink = ({ phone }: { phone: string }) => (
  <Link href={`tel:${phone}`} dir="ltr">
    {phone}
  </Link>
);

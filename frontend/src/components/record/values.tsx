import Link from '@mui/material/Link';

/** A left-to-right number, code or name; a dash for null. */
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

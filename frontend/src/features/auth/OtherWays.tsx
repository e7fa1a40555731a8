import Box from '@mui/material/Box';
import { OpenIdSignIn } from './OpenIdSignIn';
import { PasskeySignIn } from './PasskeySignIn';

/** Sign-in methods other than the password. */
export default function OtherWays() {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {window.PublicKeyCredential && <PasskeySignIn />}
      <OpenIdSignIn />
    </Box>
  );
}

import Box from '@mui/material/Box';
import { useState } from 'react';
import type { InquiryReceipt } from '@/api/notifications';
import { ContactDetails } from './ContactDetails';
import { ContactForm } from './ContactForm';
import { ContactSent } from './ContactSent';
import { Content } from './Content';

/** Contact data and the contact form. */
export default function ContactPage() {
  const [sent, setSent] = useState<InquiryReceipt | null>(null);
  return (
    <Content name="contact" slug="contact-us">
      <Box
        sx={{
          mt: 4,
          display: 'grid',
          gap: { xs: 4, lg: 8 },
          alignItems: 'start',
          gridTemplateColumns: { lg: 'minmax(0, 760px) 320px' },
        }}
      >
        {sent ? (
          <ContactSent inquiry={sent} onAgain={() => setSent(null)} />
        ) : (
          <ContactForm onSent={setSent} />
        )}
        <ContactDetails />
      </Box>
    </Content>
  );
}

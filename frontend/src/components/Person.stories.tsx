import Stack from '@mui/material/Stack';
import { Person } from './Person';

export default { title: 'People' };

const sara = { name_en: 'Sara Alharbi', name_ar: 'سارة الحربي', email: 'sara@example.org' };

/** With a name, with an address only, with a long name in a narrow column, and null. */
export const KnownAndUnknown = () => (
  <Stack sx={{ gap: 2, maxWidth: 240 }}>
    <Person person={{ ...sara, image_url: null }} />
    <Person person={{ email: 'sara@example.org', image_url: null }} size={48} />
    <Person
      person={{
        name_en: 'Abdulrahman Muhammad Alghamdi of the Eastern Province',
        name_ar: 'عبدالرحمن محمد الغامدي من المنطقة الشرقية',
        image_url: null,
      }}
    />
    <Person person={null} />
  </Stack>
);

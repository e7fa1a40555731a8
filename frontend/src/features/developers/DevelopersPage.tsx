import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Can } from '@/components/Can';
import { Sections } from '@/components/form/Sections';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { TitledCard } from '@/components/record/TitledCard';
import { paths } from '@/routes/paths';
import { Codes } from './Codes';
import { Example } from './Example';
import { examples, variables } from './examples';
import { Reference } from './Reference';

/** The sections of the page, with the number of introductory paragraphs. */
const parts = [
  ['start', 1],
  ['token', 2],
  ['enroll', 3],
  ['test', 3],
  ['webhooks', 4],
  ['limits', 6],
  ['reference', 1],
  ['codes', 2],
] as const;

type Part = (typeof parts)[number][0];

/** The public documentation of the partner API. */
export default function DevelopersPage() {
  const { t } = useTranslation();
  return (
    <PageContainer
      title={t('routes.developers')}
      subtitle={t('developers.lead')}
      actions={
        <Can route="partnerClients">
          <LinkButton variant="contained" to={paths.partnerClients}>
            {t('developers.clients')}
          </LinkButton>
        </Can>
      }
    >
      <Sections sections={parts.map(([id]) => ({ id, label: t(`developers.${id}.title`) }))}>
        {parts.map(([id, paragraphs]) => (
          <TitledCard key={id} id={id} title={t(`developers.${id}.title`)}>
            <Paragraphs part={id} count={paragraphs} />
            <More part={id} />
          </TitledCard>
        ))}
      </Sections>
    </PageContainer>
  );
}

function Paragraphs({ part, count }: { part: Part; count: number }) {
  const { t } = useTranslation();
  return Array.from({ length: count }, (_, index) => `developers.${part}.p${index + 1}`).map(
    (key) => (
      <Typography key={key} sx={{ mt: 1.5 }}>
        {t(key)}
      </Typography>
    ),
  );
}

function More({ part }: { part: Part }) {
  const { t } = useTranslation();
  switch (part) {
    case 'start':
      return (
        <Stack>
          <Example title={t('developers.variables')} code={variables(window.location.origin)} />
        </Stack>
      );
    case 'token':
      return (
        <Stack>
          <Example title={t('developers.in_curl')} code={examples.token} />
        </Stack>
      );
    case 'enroll':
      return (
        <Stack>
          <Example title={t('developers.file_in_curl')} code={examples.upload} />
          <Example title={t('developers.json_in_python')} code={examples.enroll} />
        </Stack>
      );
    case 'webhooks':
      return (
        <Stack>
          <Example title={t('developers.verify_in_python')} code={examples.verify} />
        </Stack>
      );
    case 'reference':
      return <Reference />;
    case 'codes':
      return <Codes />;
    default:
      return null;
  }
}

const Stack = ({ children }: { children: React.ReactNode }) => (
  <Box sx={{ mt: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    {children}
  </Box>
);

import FileIcon from '@mui/icons-material/ImageSearchOutlined';
import NumberIcon from '@mui/icons-material/PinOutlined';
import CameraIcon from '@mui/icons-material/QrCodeScannerOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QrFileDrop } from '@/components/scanner/QrFileDrop';
import { QrScanner } from '@/components/scanner/QrScanner';
import { NumberForm } from './NumberForm';
import { readScanned } from './number';

/** The attachment of a certificate's PDF that takes precedence over its print. */
const ATTACHMENT = 'credential.jwt';

const ways = ['number', 'camera', 'file'] as const;
type Way = (typeof ways)[number];
const icons = { number: NumberIcon, camera: CameraIcon, file: FileIcon };

interface WaysProps {
  number: string;
  onNumber: (number: string, way: Way) => void;
  onCredential: (credential: string) => void;
}

/** The verification methods: by number, QR code or file. */
export function Ways({ number, onNumber, onCredential }: WaysProps) {
  const { t } = useTranslation();
  const id = useId();
  const [way, setWay] = useState<Way>('number');
  const [problem, setProblem] = useState<{ key: 'foreign' | 'nothing'; host?: string } | null>(
    null,
  );

  function read(text: string) {
    const scanned = readScanned(text);
    setProblem(null);
    if ('number' in scanned) onNumber(scanned.number, way);
    else if ('credential' in scanned) onCredential(scanned.credential);
    else if ('foreign' in scanned) setProblem({ key: 'foreign', host: scanned.foreign });
    else setProblem({ key: 'nothing' });
  }
  return (
    <Card sx={{ displayPrint: 'none' }}>
      <Tabs
        value={way}
        onChange={(_, chosen: Way) => {
          setWay(chosen);
          setProblem(null);
        }}
        variant="fullWidth"
        aria-label={t('verification.ways')}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {ways.map((name) => {
          const Icon = icons[name];
          return (
            <Tab
              key={name}
              value={name}
              id={`${id}-${name}`}
              aria-controls={`${id}-panel`}
              icon={<Icon aria-hidden />}
              label={t(`verification.way.${name}`)}
              sx={{ minWidth: 0, py: 1.5 }}
            />
          );
        })}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${way}`}
        sx={{ p: { xs: 2.5, sm: 3.5 }, display: 'grid', gap: 2 }}
      >
        {way === 'number' && (
          <NumberForm key={number} number={number} onNumber={(found) => onNumber(found, way)} />
        )}
        {way === 'camera' && <QrScanner onRead={read} hint={t('verification.aim')} />}
        {way === 'file' && (
          <QrFileDrop attachment={ATTACHMENT} onCode={read} onAttachment={onCredential} />
        )}
        {problem && (
          <Alert severity="warning" role="alert">
            {t(`verification.scanned.${problem.key}`, { host: problem.host })}
          </Alert>
        )}
      </Box>
    </Card>
  );
}

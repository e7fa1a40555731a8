import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attendance, AttendanceSheet, AttendingPerson } from '@/api/enrollment';
import { Person } from '@/components/Person';
import { QrScanner } from '@/components/scanner/QrScanner';
import { playBeep } from '@/lib/beep';
import { type Found, useScannedPeople } from './useScannedPeople';

export interface ScanProps {
  sheet: AttendanceSheet;
  sessionId: string;
  markOf: (sessionId: string, enrollmentId: string) => Attendance | null;
  onPresent: (enrollmentId: string) => void;
  onClose: () => void;
}

interface Scanned {
  /** Distinguishes repeated scans of the same code. */
  at: number;
  answer: Found['answer'] | 'already';
  person?: AttendingPerson;
}

const SEVERITY = {
  found: 'success',
  already: 'info',
  other_session: 'warning',
  unknown: 'warning',
} as const;

/**
 * Scans check-in codes continuously and shows each person; marks stay on the device until they are
 * sent.
 */
export default function ScanDialog({ sheet, sessionId, markOf, onPresent, onClose }: ScanProps) {
  const { t } = useTranslation();
  const find = useScannedPeople(sheet, sessionId);
  const [last, setLast] = useState<Scanned | null>(null);
  const [marked, setMarked] = useState(0);

  async function onRead(text: string) {
    const found = await find(text);
    const { person } = found;
    const mark = person && markOf(sessionId, person.enrollment_id);
    // Keep an existing "late" mark, which also counts as attended.
    const already = mark === 'present' || mark === 'late';
    const answer = found.answer === 'found' && already ? 'already' : found.answer;
    if (answer === 'found' && person) {
      onPresent(person.enrollment_id);
      setMarked((before) => before + 1);
    }
    const isWelcome = answer === 'found' || answer === 'already';
    playBeep(isWelcome);
    if (!isWelcome) navigator.vibrate?.([80, 60, 80]);
    setLast({ at: Date.now(), answer, person });
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>{t('attendance.scan.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <QrScanner onRead={(text) => void onRead(text)} hint={t('attendance.scan.hint')} />
        <div aria-live="assertive">
          {last && (
            <Alert key={last.at} severity={SEVERITY[last.answer]}>
              {last.person && <Person person={last.person} />}
              <Typography sx={{ mt: last.person ? 1 : 0 }}>
                {t(`attendance.scan.${last.answer}`)}
              </Typography>
            </Alert>
          )}
        </div>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('attendance.scan.marked', { count: marked })}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

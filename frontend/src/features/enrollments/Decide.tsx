import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { FormDialog } from '@/components/form/FormDialog';
import { usePersonName } from '@/components/Person';
import { toast } from '@/lib/toast';
import { useUndoableState } from '@/lib/undoQueue';
import { useReject, useUndoableAccept } from './deskQueries';
import { ReasonField, useReasonForm } from './ReasonField';

interface DecideProps {
  enrollment: EnrollmentRead;
  size?: ButtonProps['size'];
}

/** Accept and reject buttons, if the request's status permits. */
export function Decide(props: DecideProps) {
  const actions = props.enrollment.allowed_actions;
  const canDecide = actions.includes('accept') || actions.includes('reject');
  return canDecide && <Buttons {...props} />;
}

function Buttons({ enrollment, size = 'medium' }: DecideProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [rejecting, setRejecting] = useState(false);
  // The focus moves from Accept to Undo and back.
  const [pressed, setPressed] = useState(false);
  const held = useUndoableState(enrollment.id);
  const name = usePersonName()(enrollment.candidate);
  const { accept, undo } = useUndoableAccept(enrollment, name);
  useFocusOnNext(box);
  const actions = enrollment.allowed_actions;
  return (
    // The row is a link, so stop events of the buttons and the dialog.
    <Box
      ref={box}
      onClick={(event) => event.stopPropagation()}
      // Otherwise the table would move the focus from the dialog to its cell.
      onMouseDown={(event) => event.stopPropagation()}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      {held ? (
        <>
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {t('enrollments.accepting')}
          </Typography>
          <Button
            key="undo"
            size={size}
            disabled={held === 'sending'}
            autoFocus={pressed}
            aria-label={t('enrollments.undo_of', { name })}
            onClick={undo}
          >
            {t('common.undo')}
          </Button>
        </>
      ) : (
        <>
          {actions.includes('accept') && (
            <Button
              key="accept"
              variant="contained"
              size={size}
              autoFocus={pressed}
              data-row-key="a"
              aria-label={t('enrollments.accept_of', { name })}
              onClick={() => {
                setPressed(true);
                accept();
              }}
            >
              {t('enrollments.accept')}
            </Button>
          )}
          {actions.includes('reject') && (
            <Button
              key="reject"
              variant="outlined"
              color="error"
              size={size}
              data-row-key="r"
              aria-label={t('enrollments.reject_of', { name })}
              onClick={() => setRejecting(true)}
            >
              {t('enrollments.reject')}
            </Button>
          )}
        </>
      )}
      {rejecting && (
        <RejectDialog enrollment={enrollment} name={name} onClose={() => setRejecting(false)} />
      )}
    </Box>
  );
}

/**
 * Moves the focus to the next row, or to the page heading, when the focused row disappears after
 * its decision.
 */
function useFocusOnNext(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = box.current;
    return () => {
      if (!here?.contains(document.activeElement)) return;
      const row = here.closest('[role="row"]');
      const next = row?.nextElementSibling ?? row?.previousElementSibling;
      const target = next?.querySelector<HTMLElement>('[data-row-link]');
      queueMicrotask(() => moveFocus(target?.isConnected ? target : document.querySelector('h1')));
    };
  }, [box]);
}

function moveFocus(element: HTMLElement | null): void {
  if (element?.tagName === 'H1') element.tabIndex = -1;
  element?.focus();
}

function RejectDialog({
  enrollment,
  name,
  onClose,
}: {
  enrollment: EnrollmentRead;
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const reject = useReject();
  const form = useReasonForm();
  return (
    <FormDialog
      form={form}
      title={t('enrollments.reject_title', { name })}
      text={t('enrollments.reject_text')}
      saveLabel={t('enrollments.reject')}
      color="error"
      onSave={async (body) => {
        await reject.mutateAsync({ path: { enrollment_id: enrollment.id }, body });
        toast.success(t('enrollments.rejected_done', { name }));
      }}
      onClose={onClose}
    >
      <ReasonField control={form.control} />
    </FormDialog>
  );
}

import Typography from '@mui/material/Typography';
import { pdfOf } from '../../../e2e/pdf';
import { DocumentViewer } from './DocumentViewer';

export default { title: 'Documents' };

const licence = new Uint8Array(pdfOf({ text: 'Licence 1010123456' }));

/** A document with selectable text beside content for comparison. */
export const Pdf = () => (
  <DocumentViewer
    documents={[{ id: 'licence', title: 'licence.pdf', media_type: 'application/pdf' }]}
    shown={0}
    onShow={() => {}}
    fetchDocument={async () => new File([licence], 'licence.pdf')}
    onClose={() => {}}
  >
    <Typography>1010123456</Typography>
  </DocumentViewer>
);

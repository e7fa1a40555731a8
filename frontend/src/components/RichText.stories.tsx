import { RichText } from './RichText';

export default { title: 'Rich text' };

const html =
  '<h3>Before you come</h3><p>Bring <strong>gloves</strong> and a <a href="/faq">licence</a>.</p>' +
  '<ul><li>Arrive at 8:00</li><li>Park at gate 4</li></ul>' +
  '<p onclick="run()">Questions?<img src="x" onerror="run()"></p>' +
  '<script>run()</script><a href="javascript:run()">Form</a>';

/** Formatting and links stay; scripts, handlers and pictures do not. */
export const Sanitized = () => <RichText html={html} />;

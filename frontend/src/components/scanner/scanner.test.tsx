import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drawOnEveryCanvas, qrPixels } from '@/test/pictures';
import { renderAt } from '@/test/render';
import { QrFileDrop } from './QrFileDrop';
import { QrScanner } from './QrScanner';

const ADDRESS = 'https://itqan.test/certificates/0123456789AB';

/** A browser with these cameras, which records the calls. */
function withCameras(names: string[], { torch = false, granted = false } = {}) {
  const tracks: { stop: ReturnType<typeof vi.fn> }[] = [];
  const track = () => {
    const made = {
      stop: vi.fn(),
      getSettings: () => ({ deviceId: names[0] }),
      getCapabilities: () => ({ torch }),
      applyConstraints: vi.fn(async () => {}),
      addEventListener: () => {},
    };
    tracks.push(made);
    return made;
  };
  const getUserMedia = vi.fn(async (_: MediaStreamConstraints) => {
    const mine = [track()];
    return { getTracks: () => mine, getVideoTracks: () => mine };
  });
  vi.stubGlobal('navigator', {
    ...navigator,
    mediaDevices: {
      getUserMedia,
      enumerateDevices: async () =>
        names.map((name) => ({ kind: 'videoinput', deviceId: name, label: name })),
    },
    permissions: { query: async () => ({ state: granted ? 'granted' : 'prompt' }) },
    vibrate: () => true,
  });
  return { getUserMedia, tracks };
}

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480);
});

const start = () => userEvent.click(screen.getByRole('button', { name: 'Use camera' }));

describe('the scanner', () => {
  it('says what the camera is for before the browser is asked, then reads a code once', async () => {
    const { getUserMedia, tracks } = withCameras(['Back']);
    drawOnEveryCanvas(qrPixels(ADDRESS));
    const read = vi.fn();
    const { unmount } = renderAt('/', <QrScanner onRead={read} />);
    expect(screen.getByText(/nothing is recorded or sent/)).toBeVisible();
    expect(getUserMedia).not.toHaveBeenCalled();

    await start();
    await waitFor(() => expect(read).toHaveBeenCalledWith(ADDRESS));
    expect(await screen.findByText('A QR code was read.')).toBeVisible();
    // Two more frames with the same code.
    const looks = vi.mocked(HTMLCanvasElement.prototype.getContext).mock.calls.length;
    await waitFor(() =>
      expect(vi.mocked(HTMLCanvasElement.prototype.getContext).mock.calls.length).toBeGreaterThan(
        looks + 1,
      ),
    );
    expect(read).toHaveBeenCalledTimes(1);
    expect(tracks[0]?.stop).not.toHaveBeenCalled();
    unmount();
    expect(tracks[0]?.stop).toHaveBeenCalled();
  });

  it('leaves frames to the browser’s own detector, unless that fails', async () => {
    withCameras(['Back']);
    drawOnEveryCanvas(qrPixels(ADDRESS));
    const detect = vi.fn().mockResolvedValue([{ rawValue: 'detected' }]);
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static getSupportedFormats = async () => ['qr_code'];
        detect = detect;
      },
    );
    vi.resetModules();
    const read = vi.fn();
    renderAt('/', <QrScanner onRead={read} />);
    await start();
    await waitFor(() => expect(read).toHaveBeenCalledWith('detected'));
    detect.mockRejectedValue(new DOMException('', 'NotSupportedError'));
    await waitFor(() => expect(read).toHaveBeenCalledWith(ADDRESS));
  });

  it('starts by itself where the camera was allowed before', async () => {
    withCameras(['Back'], { granted: true });
    drawOnEveryCanvas(null);
    renderAt('/', <QrScanner onRead={() => {}} hint="Hold the certificate still." />);
    expect(await screen.findByText('Hold the certificate still.')).toBeVisible();
  });

  it('offers the choice of several cameras, and the light', async () => {
    const { getUserMedia } = withCameras(['Back', 'Front'], { torch: true });
    drawOnEveryCanvas(null);
    renderAt('/', <QrScanner onRead={() => {}} />);
    await start();
    await userEvent.click(await screen.findByRole('switch', { name: 'Light' }));
    expect(await screen.findByRole('switch', { name: 'Light' })).toBeChecked();
    await userEvent.click(screen.getByRole('combobox', { name: 'Camera' }));
    await userEvent.click(screen.getByRole('option', { name: 'Front' }));
    await waitFor(() =>
      expect(getUserMedia).toHaveBeenLastCalledWith(
        expect.objectContaining({
          video: expect.objectContaining({ deviceId: { exact: 'Front' } }),
        }),
      ),
    );
  });

  it('stops the camera and gives the start back', async () => {
    const { tracks } = withCameras(['Back']);
    drawOnEveryCanvas(null);
    renderAt('/', <QrScanner onRead={() => {}} />);
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'Stop camera' }));
    expect(tracks[0]?.stop).toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Use camera' })).toBeVisible();
  });

  it.each([
    ['NotAllowedError', /blocks the camera/],
    ['NotFoundError', /No camera found/],
    ['NotReadableError', /Another program is using the camera/],
  ])('says what %s means, and lets try again', async (name, text) => {
    const { getUserMedia } = withCameras(['Back']);
    getUserMedia.mockRejectedValueOnce(new DOMException('', name));
    drawOnEveryCanvas(null);
    renderAt('/', <QrScanner onRead={() => {}} />);
    await start();
    expect(await screen.findByText(text)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try camera again' }));
    expect(await screen.findByText('Hold the QR code inside the frame.')).toBeVisible();
  });

  it('says that there is no camera where the connection is not safe', async () => {
    vi.stubGlobal('navigator', { ...navigator, mediaDevices: undefined });
    renderAt('/', <QrScanner onRead={() => {}} />);
    await start();
    expect(await screen.findByText(/No camera found/)).toBeVisible();
  });
});

describe('a file in the camera’s place', () => {
  const drop = (file: File) => {
    const onCode = vi.fn();
    renderAt('/', <QrFileDrop attachment="a.jwt" onCode={onCode} onAttachment={() => {}} />);
    fireEvent.drop(screen.getByText(/Drop a picture/), { dataTransfer: { files: [file] } });
    return onCode;
  };
  const picture = (name = 'photo.png', type = 'image/png') => new File(['x'], name, { type });

  beforeEach(() => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 300, height: 300, close() {} }));
  });

  it('is read when it is a picture with a code', async () => {
    drawOnEveryCanvas(qrPixels(ADDRESS));
    const read = drop(picture());
    await waitFor(() => expect(read).toHaveBeenCalledWith(ADDRESS));
  });

  it('without a code says how to take a better one', async () => {
    drawOnEveryCanvas(null);
    const read = drop(picture());
    expect(await screen.findByRole('alert')).toHaveTextContent('No QR code found.');
    expect(read).not.toHaveBeenCalled();
  });

  it('that the browser cannot read says so', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidState')));
    drop(picture());
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't read this file");
  });

  it('of another kind, or too large, is refused unread', async () => {
    drop(picture('letter.docx', 'application/msword'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a picture or a PDF');
    const large = picture();
    Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
    fireEvent.drop(screen.getByText(/Drop a picture/), { dataTransfer: { files: [large] } });
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('up to 20 MB'));
  });
});

/** The part of the page's script that takes pictures with the camera, or reads them from a file. */
export const CAPTURE_SCRIPT = `
// Pictures are sent as JPEG of at most this many pixels a side.
const MOST_PIXELS = 1280;
const QUALITY = 0.9;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {}))
    if (key === 'class') made.className = value;
    else if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (typeof value === 'boolean') made[key] = value;
    else made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

function drawn(source, width, height) {
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height));
  const canvas = element('canvas', { role: 'img' });
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d').drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function imageOf(canvas) {
  const [, base64] = canvas.toDataURL('image/jpeg', QUALITY).split(',');
  return { base64, contentType: 'image/jpeg' };
}

let stream;
function stopCamera() {
  for (const track of stream ? stream.getTracks() : []) track.stop();
  stream = undefined;
}

// A picture of a person or a document. value() returns it; undefined until there is one.
function picture(field, text) {
  let image;
  const place = element('div');
  const note = element('p', { class: 'wrong', role: 'alert' });
  const camera = element('button', { type: 'button', class: 'other', onclick: open }, text('camera'));
  const input = element('input', {
    type: 'file',
    accept: 'image/*',
    capture: field === 'selfie' ? 'user' : 'environment',
    'data-field': field,
    onchange: choose,
  });
  const file = element('label', { class: 'file' }, text('upload'), input);
  const label = element('p', { class: 'label', id: 'label-' + field }, text('field_' + field));
  if (!navigator.mediaDevices || !navigator.mediaDevices.getUserMedia) camera.hidden = true;

  function show(canvas) {
    stopCamera();
    image = imageOf(canvas);
    canvas.setAttribute('aria-label', text('preview'));
    place.replaceChildren(canvas);
    note.textContent = '';
    camera.textContent = text('again');
    camera.disabled = false;
  }

  async function open() {
    stopCamera();
    camera.disabled = true;
    note.textContent = '';
    try {
      const facingMode = field === 'selfie' ? 'user' : 'environment';
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode, width: { ideal: MOST_PIXELS } },
      });
    } catch {
      camera.disabled = false;
      camera.hidden = true;
      note.textContent = text('noCamera');
      return;
    }
    const video = element('video', { autoplay: true, muted: true, playsInline: true });
    video.srcObject = stream;
    const take = element('button', { type: 'button', class: 'main', disabled: true }, text('take'));
    take.addEventListener('click', () => {
      show(drawn(video, video.videoWidth, video.videoHeight));
      camera.focus();
    });
    video.addEventListener('playing', () => {
      take.disabled = false;
      take.focus();
    });
    place.replaceChildren(video, take);
  }

  async function choose() {
    const [chosen] = input.files;
    if (!chosen) return;
    try {
      const bitmap = await createImageBitmap(chosen);
      show(drawn(bitmap, bitmap.width, bitmap.height));
    } catch {
      note.textContent = text('noPicture');
    }
  }

  return {
    nodes: [element('div', { role: 'group', 'aria-labelledby': label.id }, label, place, note, camera, file)],
    value: () => image,
    fail: (message) => {
      note.textContent = message;
      (camera.hidden ? input : camera).focus();
    },
  };
}
`;

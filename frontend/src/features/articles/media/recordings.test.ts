import { describe, expect, it } from 'vitest';
import { recordingOf } from './recordings.ts';

const of = (url: string, type: string | null = null) => recordingOf({ url, type, length: null });

describe('an enclosure', () => {
  it('is a recording by its type, or by its name', () => {
    expect(of('https://pod.example/get?id=7', 'audio/mpeg')).toMatchObject({ kind: 'audio', name: 'get' });
    expect(of('https://pod.example/a/Folge%201.mp3')).toMatchObject({ kind: 'audio', name: 'Folge 1.mp3' });
    expect(of('https://pod.example/film.mp4', 'application/octet-stream')).toMatchObject({ kind: 'video' });
    expect(of('https://pod.example/%zz.ogg')).toMatchObject({ name: '%zz.ogg' });
  });

  it('is played over https, and opened as its feed says', () => {
    expect(of('http://pod.example/1.mp3')).toMatchObject({
      url: 'https://pod.example/1.mp3',
      source: 'http://pod.example/1.mp3',
    });
  });

  it.each([
    ['https://a.example/paper.pdf', 'application/pdf'],
    ['javascript:alert(1)//.mp3', 'audio/mpeg'],
    ['data:audio/mpeg;base64,AA', 'audio/mpeg'],
    ['1.mp3', 'audio/mpeg'],
  ])('is none: %s', (url, type) => {
    expect(of(url, type)).toBeNull();
  });
});

import { newDestination } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { type Chosen, destinationOf, fieldsOf, services } from './services.ts';

const typed = {
  name: ' Notes ',
  address: ' notes.example/ ',
  secret: ' abc ',
  header: 'X-Key',
  sends_saved: true,
};

describe('a service that articles are sent to', () => {
  it.each(services)('is one that the API takes: $name', (service) => {
    const made = newDestination.parse(destinationOf({ service }, typed, 'Mail'));
    expect(made.name).toBe(service.name);
    expect('sends_saved' in made).toBe(fieldsOf({ service }).saved);
    const isOwn = fieldsOf({ service }).server;
    expect(made.address.startsWith('https://notes.example/')).toBe(isOwn);
    expect(made.address.startsWith('https://notes.example//')).toBe(false);
    expect(made.kind === 'post' ? made.header?.value : null).toBe(
      service.kind === 'post' ? `${service.scheme} abc` : null,
    );
  });

  it('may be mail, an address of the reader’s own, or a server that gets a header', () => {
    const of = (chosen: Chosen, address: string) =>
      newDestination.parse(destinationOf(chosen, { ...typed, address }, 'Mail'));
    expect(of('mail', '')).toMatchObject({ name: 'Mail', kind: 'open' });
    expect(of('open', 'https://a.example/?u={url}')).toMatchObject({ name: 'Notes', kind: 'open' });
    expect(of('post', 'http://10.0.0.2:8080/hook')).toEqual({
      kind: 'post',
      name: 'Notes',
      address: 'http://10.0.0.2:8080/hook',
      header: { name: 'X-Key', value: 'abc' },
      sends_saved: true,
    });
  });
});

// A test in a real n8n waits for what it is about: nothing but a failure lasts as long as this, on the slowest machine.
jest.setTimeout(600_000);

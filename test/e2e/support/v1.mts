// The tests run in the newest n8n 1.x instead of the default one.
process.env.CLUB_TEST_HOST = 'v1';

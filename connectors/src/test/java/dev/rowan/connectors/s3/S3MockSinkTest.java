package dev.rowan.connectors.s3;

class S3MockSinkTest extends S3SinkTest {

    @Override
    S3Server startServer() throws Exception {
        return S3Server.mock();
    }
}

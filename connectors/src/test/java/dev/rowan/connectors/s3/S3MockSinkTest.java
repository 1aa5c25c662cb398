package dev.rowan.connectors.s3;

class S3MockSinkTest extends S3SinkTest {

    @Override
    S3Server startServer() throws Exception {
        return S3Server.mock();
    }

    /// S3Mock 5.2.0 drops the parts of the other one, too.
    @Override
    boolean keepsOtherUploads() {
        return false;
    }
}

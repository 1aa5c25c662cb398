package dev.rowan.connectors.s3;

class S3ProxySinkTest extends S3SinkTest {

    @Override
    S3Server startServer() throws Exception {
        return S3Server.proxy();
    }
}

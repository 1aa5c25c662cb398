package dev.rowan.providers.bedrock;

import dev.rowan.providers.bucket.BatchBucket;
import dev.rowan.providers.bucket.BucketAddress;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.providers.service.SimulatedBatchProvider;
import dev.rowan.testkit.contract.BatchProviderUnderTest;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Behaviour;
import dev.rowan.testkit.contract.BatchServiceContract;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;

class BedrockBatchesContractTest extends BatchServiceContract {
    private static final SimulatedBatchProvider.Vendor VENDOR = new SimulatedBatchProvider.Vendor(
            "bedrock", "", "s3_object_get", new BedrockConverse(), BedrockBatchesContractTest::service);

    static BedrockBatches service(ChatEndpoint endpoint) {
        return new BedrockBatches(
                endpoint,
                new BatchBucket(
                        BucketAddress.parse("s3://my-bucket/rowan", "s3").orElseThrow(),
                        endpoint.at(URI.create(endpoint.base() + "/s3/my-bucket"))),
                "arn:aws:iam::123456789012:role/batches",
                "us.anthropic.claude-sonnet-5-v1:0",
                BatchSimulator::receipt);
    }

    @Override
    protected BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour) throws IOException {
        return SimulatedBatchProvider.open(folder, behaviour, VENDOR);
    }
}

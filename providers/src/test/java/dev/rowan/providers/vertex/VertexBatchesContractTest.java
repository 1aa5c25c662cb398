package dev.rowan.providers.vertex;

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
import org.junit.jupiter.api.Nested;

class VertexBatchesContractTest {
    private static final VertexLocation LOCATION = new VertexLocation("my-project", "us-central1");

    @Nested
    class Gemini extends BatchServiceContract {
        @Override
        protected BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour) throws IOException {
            var vendor = new SimulatedBatchProvider.Vendor(
                    "vertex",
                    "",
                    "gs_object_get",
                    new VertexGemini(LOCATION),
                    endpoint -> service(endpoint, VertexForm.GEMINI, "gemini-2.5-flash"));
            return SimulatedBatchProvider.open(folder, behaviour, vendor);
        }
    }

    @Nested
    class Claude extends BatchServiceContract {
        @Override
        protected BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour) throws IOException {
            var vendor = new SimulatedBatchProvider.Vendor(
                    "vertex",
                    "",
                    "gs_object_get",
                    new VertexClaude(LOCATION),
                    endpoint -> service(endpoint, VertexForm.CLAUDE, "claude-sonnet-5@20260901"));
            return SimulatedBatchProvider.open(folder, behaviour, vendor);
        }
    }

    static VertexBatches service(ChatEndpoint endpoint, VertexForm form, String model) {
        return new VertexBatches(
                endpoint,
                LOCATION,
                new BatchBucket(
                        BucketAddress.parse("gs://my-bucket/rowan", "gs").orElseThrow(),
                        endpoint.at(URI.create(endpoint.base() + "/gs/my-bucket"))),
                form,
                model,
                BatchSimulator::receipt);
    }
}

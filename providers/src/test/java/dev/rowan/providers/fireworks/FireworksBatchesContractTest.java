package dev.rowan.providers.fireworks;

import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.openai.ChatCompletions;
import dev.rowan.providers.openai.CompatibleApi;
import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.providers.service.SimulatedBatchProvider;
import dev.rowan.testkit.contract.BatchProviderUnderTest;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Behaviour;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Quirk;
import dev.rowan.testkit.contract.BatchServiceContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class FireworksBatchesContractTest extends BatchServiceContract {
    static final ChatCompletions CODEC = ChatCompletions.of(CompatibleApi.all().stream()
            .filter(api -> api.name().equals("fireworks"))
            .findFirst()
            .orElseThrow());

    private static final SimulatedBatchProvider.Vendor VENDOR = new SimulatedBatchProvider.Vendor(
            "fireworks",
            "/compatible/fireworks/v1",
            "fireworks_file_content",
            CODEC,
            FireworksBatchesContractTest::service,
            Set.of(Quirk.MODEL_OF_BATCH, Quirk.CANCEL_DELETES));

    static FireworksBatches service(ChatEndpoint endpoint) {
        return new FireworksBatches(
                endpoint, "my-team", "accounts/fireworks/models/llama-v3p1-8b-instruct", BatchSimulator::receipt);
    }

    @Override
    protected BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour) throws IOException {
        return SimulatedBatchProvider.open(folder, behaviour, VENDOR);
    }
}

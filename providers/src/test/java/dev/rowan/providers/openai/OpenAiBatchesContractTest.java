package dev.rowan.providers.openai;

import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.providers.service.SimulatedBatchProvider;
import dev.rowan.testkit.contract.BatchProviderUnderTest;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Behaviour;
import dev.rowan.testkit.contract.BatchServiceContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class OpenAiBatchesContractTest extends BatchServiceContract {
    private static final SimulatedBatchProvider.Vendor VENDOR = new SimulatedBatchProvider.Vendor(
            "openai",
            "/v1",
            "openai_file_content",
            ChatCompletions.openAi(),
            endpoint -> new OpenAiBatches(
                    endpoint, "gpt-4o-mini", BatchSimulator::receipt, BatchDialect.chat(BatchDialect.openAiTerms())));

    @Override
    protected BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour) throws IOException {
        return SimulatedBatchProvider.open(folder, behaviour, VENDOR);
    }
}

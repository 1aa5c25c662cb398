package dev.rowan.providers.anthropic;

import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.providers.service.SimulatedBatchProvider;
import dev.rowan.testkit.contract.BatchProviderUnderTest;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Behaviour;
import dev.rowan.testkit.contract.BatchServiceContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class AnthropicBatchesContractTest extends BatchServiceContract {
    private static final SimulatedBatchProvider.Vendor VENDOR = new SimulatedBatchProvider.Vendor(
            "anthropic",
            "",
            "anthropic_batch_results",
            new AnthropicMessages(),
            endpoint -> new AnthropicBatches(endpoint, "claude-sonnet-4-5", BatchSimulator::receipt));

    @Override
    protected BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour) throws IOException {
        return SimulatedBatchProvider.open(folder, behaviour, VENDOR);
    }
}

package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import java.security.SecureRandom;

/// The sink `azure_blob`.
public final class AzureBlobSinkPlugin extends DescribedPlugin implements SinkPlugin {

    public AzureBlobSinkPlugin() {
        super(
                "azure_blob",
                "1.0",
                "Writes rows to an Azure Storage blob in any file format.",
                Capability.DETERMINISTIC,
                Capability.CALLS_OUT);
    }

    @Override
    public Options options() {
        return BlobSinkSettings.OPTIONS;
    }

    @Override
    public Sink configure(Section options) {
        var settings = BlobSinkSettings.read(options);
        return settings.format().sink(new BlobDestination(settings, new SecureRandom()), options);
    }
}

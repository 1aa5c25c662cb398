package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.file.SinkFormat;
import dev.rowan.connectors.format.WritableFormat;
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
        SinkFormat format = WritableFormat.read(options);
        var settings = BlobSinkSettings.read(options, format.mediaType());
        return format.sink(new BlobDestination(settings, new SecureRandom()), options);
    }
}

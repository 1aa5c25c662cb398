package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.csv.CsvFormat;
import dev.rowan.connectors.file.RecordSource;
import dev.rowan.connectors.jsonl.JsonlFormat;

/// The source `azure_blob`.
public final class AzureBlobSourcePlugin extends DescribedPlugin implements SourcePlugin {
    /// The csv options include those of jsonl.
    static final Options OPTIONS = AccountReference.OPTIONS
            .and(BlobName.OPTIONS)
            .and(Options.of(BlobFormat.FORMAT))
            .and(CsvFormat.READING);

    public AzureBlobSourcePlugin() {
        super(
                "azure_blob",
                "1.0",
                "Reads rows from an Azure Storage blob in CSV or JSON Lines format.",
                Capability.DETERMINISTIC,
                Capability.CALLS_OUT);
    }

    @Override
    public Options options() {
        return OPTIONS;
    }

    @Override
    public Source configure(Section options) {
        var origin = new BlobOrigin(AccountReference.read(options), BlobName.read(options));
        Options csvOnly = BlobFormat.beyond(CsvFormat.READING, JsonlFormat.READING);
        return switch (BlobFormat.read(options, csvOnly)) {
            case CSV -> new RecordSource(origin, CsvFormat.reading(options));
            case JSONL -> new RecordSource(origin, JsonlFormat.reading(options));
        };
    }
}

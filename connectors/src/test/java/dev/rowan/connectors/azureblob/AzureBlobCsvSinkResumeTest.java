package dev.rowan.connectors.azureblob;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class AzureBlobCsvSinkResumeTest extends AzureBlobSinkResumeContract {

    @Override
    String format() {
        return "csv";
    }

    @Override
    protected Map<String, Object> withHeader() {
        return Map.of("columns", List.of("text", "id"));
    }
}

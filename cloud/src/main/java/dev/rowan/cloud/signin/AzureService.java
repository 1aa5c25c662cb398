package dev.rowan.cloud.signin;

/// A service of Azure for which tokens are issued. `keys` are the settings that avoid signing in, for messages.
public enum AzureService {
    STORAGE(
            "https://storage.azure.com",
            "'sas_token', 'account_key', 'access_token', or 'tenant_id', 'client_id' and" + " 'client_secret'"),
    COGNITIVE(
            "https://cognitiveservices.azure.com",
            "'api_key', or AZURE_TENANT_ID, AZURE_CLIENT_ID and" + " AZURE_CLIENT_SECRET");

    private final String resource;
    private final String keys;

    AzureService(String resource, String keys) {
        this.resource = resource;
        this.keys = keys;
    }

    String scope() {
        return resource + "/.default";
    }

    String resource() {
        return resource + "/";
    }

    String keys() {
        return keys;
    }
}

package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The manifest of docs/scale.md against the schema of Kubernetes: known fields, required ones, their types.
class KubernetesManifestTest {
    private static final Path MANIFEST = Path.of("..", "docs", "scale-kubernetes.yaml");

    @Test
    void everyObjectFitsTheSchema() throws IOException {
        var kinds = new ArrayList<String>();
        for (JsonElement object : objects(Files.readString(MANIFEST))) {
            validate(object);
            kinds.add(kind(object));
        }
        assertThat(kinds).containsExactly("Secret", "PersistentVolumeClaim", "Service", "Deployment", "Deployment");
    }

    @Test
    void aMistakeIsFound() throws IOException {
        String text = Files.readString(MANIFEST);
        for (String wrong : List.of(
                text.replace("replicas: 3", "replica: 3"),
                text.replace("mountPath: /data", "path: /data"),
                text.replace("selector: {matchLabels: {app: rowan, component: taskmanager}}", "minReadySeconds: 1"))) {
            assertThat(wrong).isNotEqualTo(text);
            assertThatThrownBy(() -> {
                        for (JsonElement object : objects(wrong)) {
                            validate(object);
                        }
                    })
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static List<JsonElement> objects(String text) {
        var objects = new ArrayList<JsonElement>();
        for (Object object : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
            objects.add(new Gson().toJsonTree(object));
        }
        return objects;
    }

    private static String kind(JsonElement object) {
        return ((JsonObject) object).get("kind").getAsString();
    }

    private static void validate(JsonElement object) throws IOException {
        switch (kind(object)) {
            case "Secret" -> V1Secret.validateJsonElement(object);
            case "PersistentVolumeClaim" -> V1PersistentVolumeClaim.validateJsonElement(object);
            case "Service" -> V1Service.validateJsonElement(object);
            case "Deployment" -> V1Deployment.validateJsonElement(object);
            default -> throw new IllegalArgumentException("no schema for " + kind(object));
        }
    }
}

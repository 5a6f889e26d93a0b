# Shared by the layers. `sam build` sets ARTIFACTS_DIR; LAYER_ARCH=x86_64 builds for a laptop's own Lambda runtime.
LAYER_ARCH ?= aarch64
RUNTIME_PYTHON ?= python3.13

define install-wheels
	$(RUNTIME_PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
		--only-binary :all: --platform manylinux_2_28_$(LAYER_ARCH) --platform manylinux2014_$(LAYER_ARCH) \
		--implementation cp --python-version 3.13 --no-compile \
		--target "$(ARTIFACTS_DIR)/python" --requirement requirements.txt
	rm -rf "$(ARTIFACTS_DIR)/python/bin"
endef

# Hashes instead of time stamps: what Lambda unpacks has other times than what was compiled.
define compile-bytecode
	$(RUNTIME_PYTHON) -m compileall -q --invalidation-mode unchecked-hash "$(ARTIFACTS_DIR)/python"
endef

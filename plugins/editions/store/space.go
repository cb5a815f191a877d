package store

// Space is what the file system of a folder, such as a store's, has room for.
type Space struct {
	// Free and Size are in bytes; Free is what the process may still write.
	Free, Size uint64
	// FreeInodes and Inodes are numbers of files, both 0 on a file system without a limit.
	FreeInodes, Inodes uint64
}
